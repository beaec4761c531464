"""Procedures of routers, as tRPC and oRPC have them: declared, mounted, asked for."""
