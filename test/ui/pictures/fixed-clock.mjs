// Loaded by the server before its own code, in all its threads: its time begins at a fixed moment, and stays within that minute.
const START = Date.parse(process.env.CAIRN_TEST_CLOCK ?? '');
const MOST = 50_000;
const Real = Date;
const began = Real.now();
const now = () => START + Math.min(Real.now() - began, MOST);

globalThis.Date = new Proxy(Real, {
  construct: (target, args, made) => Reflect.construct(target, args.length ? args : [now()], made),
  apply: () => new Real(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
