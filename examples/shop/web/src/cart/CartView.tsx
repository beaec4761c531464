import { useState } from "react";

import { ApiError, ShopClient, type Line } from "../api";
import { formatCount } from "./format";

const client = new ShopClient();

/** One product of the cart. */
export function CartLine({ line }: { line: Line }) {
  return <li>{formatCount(line.count, line.code)}</li>;
}

/** The cart with its buttons. */
export function CartView() {
  const [lines, setLines] = useState<Line[]>([]);
  const [problem, setProblem] = useState("");

  async function buyTea() {
    try {
      setLines(await client.addLine({ code: "tea", count: 1 }));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : "the shop cannot be reached");
    }
  }

  return (
    <section>
      <ul>
        {lines.map((line) => (
          <CartLine key={line.code} line={line} />
        ))}
      </ul>
      <button onClick={buyTea}>Tea</button>
      <p>{problem}</p>
    </section>
  );
}
