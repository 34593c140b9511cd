import { createContext } from "react";
import type { LiveClient } from "./client";

/** Null before the connection is made, and for a guest. */
export const LiveContext = createContext<LiveClient | null>(null);
