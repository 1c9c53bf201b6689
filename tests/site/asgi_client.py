"""Asks an application without a network."""

import asyncio
from dataclasses import dataclass

import httpx
from starlette.applications import Starlette


@dataclass(frozen=True)
class Client:
    """Requests one after another, redirects not followed."""

    app: Starlette
    base_url: str

    def request(self, method: str, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(transport=transport, base_url=self.base_url) as client:
                return await client.request(method, path, headers=headers)

        return asyncio.run(send())

    def get(self, path: str, headers: dict[str, str] | None = None) -> httpx.Response:
        return self.request("GET", path, headers)

    def head(self, path: str) -> httpx.Response:
        return self.request("HEAD", path)
