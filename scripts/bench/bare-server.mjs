// The yardstick: node:http answering 2 KB of JSON to every request. Prints its port.
import { createServer } from 'node:http';

const body = JSON.stringify({ data: 'x'.repeat(2048 - '{"data":""}'.length) });
const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };

createServer((request, response) => {
  request.resume();
  response.writeHead(200, headers);
  response.end(body);
}).listen(0, '127.0.0.1', function report() {
  console.log(this.address().port);
});
