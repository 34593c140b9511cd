import {
  DirectionProvider,
  localStorageColorSchemeManager,
  MantineProvider,
  useDirection,
} from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import { Suspense, useEffect, useState } from "react";
import { RouterProvider } from "react-router/dom";
import { onCompanyChange } from "@/api/auth";
import { makeQueryClient, reloadFailed } from "@/api/queryClient";
import { useLanguage } from "@/lib/i18n";
import { onReachable } from "@/lib/reachable";
import { toast } from "@/lib/toasts";
import { mantineVariables, theme } from "@/ui/theme";
import { AccountLanguage } from "./AccountLanguage";
import { RealtimeBoundary } from "./RealtimeBoundary";
import { reloadAfterCompanySwitch } from "./reloadAfterCompanySwitch";
import { makeRouter } from "./routes";
import { separateAccounts } from "./separateAccounts";

const schemes = localStorageColorSchemeManager({ key: "plaza.scheme" });

const sayUnreachable = (failure: Error) => toast.error(i18next.t("error.network"), failure);

export function App() {
  const [queries] = useState(() => makeQueryClient(sayUnreachable));
  const [router] = useState(makeRouter);
  const { dir } = useLanguage();

  useEffect(() => onReachable(() => reloadFailed(queries)), [queries]);

  useEffect(() => separateAccounts(queries), [queries]);

  useEffect(
    () =>
      onCompanyChange(() => {
        queries.clear();
        reloadAfterCompanySwitch();
      }),
    [queries],
  );

  return (
    <DirectionProvider initialDirection={dir} detectDirection={false}>
      <Direction dir={dir} />
      <MantineProvider
        theme={theme}
        cssVariablesResolver={mantineVariables}
        colorSchemeManager={schemes}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queries}>
          <RealtimeBoundary>
            <Suspense>
              <RouterProvider router={router} />
            </Suspense>
          </RealtimeBoundary>
          <AccountLanguage />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}

/** Tells the component library when the language turns the page around. */
function Direction({ dir }: { dir: "ltr" | "rtl" }) {
  const { setDirection } = useDirection();
  useEffect(() => setDirection(dir), [dir, setDirection]);
  return null;
}
