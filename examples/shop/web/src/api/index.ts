export { ApiError, ShopClient } from "./client";
export type { Line } from "./client";
