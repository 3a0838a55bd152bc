"""A bot that plays a whole match over HTTP: python examples/http_bot.py URL TOKEN"""

import json
import random
import sys
import uuid
from urllib.request import Request, urlopen

URL, TOKEN = sys.argv[1:3]


def request(method, path, body=None):
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = body and json.dumps(body).encode()
    return urlopen(Request(f"{URL}/api{path}", data, headers, method=method), timeout=60)


new_table = {"game": "ticket_to_ride_london", "seats": ["me", "easy", "medium"], "start": True}
table, done = "/tables/" + json.load(request("POST", "/tables", new_table))["id"], 0
for line in request("GET", f"{table}/stream"):
    if not line.startswith(b'data: {"version"'):
        continue  # a sign of life, or who is present
    update = json.loads(line.removeprefix(b"data: "))
    if update["table"]["status"] == "over":
        print("The winners are the seats", update["position"]["winners"], "and this was seat 0.")
        break
    if 0 in update["position"]["waited_for"] and update["version"] >= done:
        action = random.choice(update["position"]["legal"])["action"]
        move = {"action": action, "version": update["version"], "client_id": uuid.uuid4().hex}
        done = json.load(request("POST", f"{table}/moves", move))["version"]
