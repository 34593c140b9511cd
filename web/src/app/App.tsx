import {
  DirectionProvider,
  localStorageColorSchemeManager,
  MantineProvider,
  useDirection,
} from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { RouterProvider } from "react-router/dom";
import { useAuth } from "@/api/auth";
import { makeQueryClient } from "@/api/queryClient";
import { useLanguage } from "@/lib/i18n";
import { toast } from "@/lib/toasts";
import { mantineVariables, theme } from "@/ui/theme";
import { RealtimeBoundary } from "./RealtimeBoundary";
import { makeRouter } from "./routes";

const schemes = localStorageColorSchemeManager({ key: "plaza.scheme" });

const sayUnreachable = () => toast.error(i18next.t("error.network"));

export function App() {
  const [queries] = useState(() => makeQueryClient(sayUnreachable));
  const [router] = useState(makeRouter);
  const { dir } = useLanguage();

  useEffect(
    () =>
      useAuth.subscribe((now, before) => {
        // The next account must never see data fetched by the previous one.
        if (now.credentials?.user.id !== before.credentials?.user.id) queries.clear();
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
          <SessionEnd />
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

/** Says why the person is asked to sign in again. */
function SessionEnd() {
  const { t } = useTranslation();
  const expired = useAuth((state) => state.expired);
  useEffect(() => {
    if (expired) toast.warning(t("error.sessionEnded"));
  }, [expired, t]);
  return null;
}
