import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAvailabilityEvents } from "@/shared/booking/hooks/useAvailabilityEvents";
import { useNow } from "@/shared/opening/useNow";
import { pauseKey, readPause, setPause } from "../api";

/** Pause of the company, as colleagues set it too. */
export function usePause(company: number) {
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: pauseKey, queryFn: readPause });
  const reread = () => void queries.invalidateQueries({ queryKey: pauseKey });
  useAvailabilityEvents(company, {
    onEvent: (event) => event.type === "rules" && reread(),
    onGap: reread,
  });
  const set = useMutation({
    mutationFn: setPause,
    onSuccess: (pause) => queries.setQueryData(pauseKey, pause),
  });
  const now = useNow();
  const until = data?.paused_until ?? null;
  return { until: until !== null && Date.parse(until) > now ? until : null, set };
}
