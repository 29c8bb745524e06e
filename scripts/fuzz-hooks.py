"""A token of its own for each request: these requests end the token that they are sent with."""

import base64
import itertools
import json
import os
import urllib.request

import schemathesis

URL = os.environ["CAIRN_FUZZ_URL"]
PASSWORD = "Fuzz#2024-pass"
numbers = itertools.count(1)


def call(path, body, token=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    request = urllib.request.Request(f"{URL}/v1{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


@schemathesis.auth(refresh_interval=None)
class NewPerson:
    def get(self, case, context):
        name = f"passenger{next(numbers)}"
        email = f"{name}@example.com"
        account = {
            "name": name,
            "email": email,
            "password": PASSWORD,
            "confirmPassword": PASSWORD,
            "createPasswordType": "ADMIN_CREATE",
        }
        call("/users", account, os.environ["CAIRN_FUZZ_TOKEN"])
        encoded = base64.b64encode(PASSWORD.encode()).decode()
        return call("/users/login", {"email": email, "password": encoded})["accessToken"]

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {data}"
