/** Talks to the backend over HTTP. */

export interface Line {
  code: string;
  count: number;
}

/** The backend answered with an error. */
export class ApiError extends Error {
  constructor(readonly status: number) {
    super(`the shop answered ${status}`);
  }
}

export class ShopClient {
  private readonly base = import.meta.env.VITE_SHOP_URL;

  /** Put pieces of a product into the cart. */
  async addLine(line: Line): Promise<Line[]> {
    return this.send("/cart", line);
  }

  async checkout(card: string): Promise<Line[]> {
    return this.send("/checkout", { card });
  }

  private async send(path: string, body: unknown): Promise<Line[]> {
    const response = await fetch(this.base + path, { method: "POST", body: JSON.stringify(body) });
    if (!response.ok) {
      throw new ApiError(response.status);
    }
    return response.json();
  }
}
