/** Route data that the shell reads. */
export interface RouteHandle {
  /** Hides the bottom bar on a phone: the composer of a chat takes its place. */
  hideBottomBar?: boolean;
}
