import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Realm } from "@/api/session";
import { CodeForm } from "@/shared/forms/CodeForm";
import { useRecovery } from "../api";

interface CodeStepProps {
  realm: Realm;
  email: string;
  onBack: () => void;
  onResetToken: (resetToken: string) => void;
}

export function CodeStep({ realm, email, onBack, onResetToken }: CodeStepProps) {
  const { t } = useTranslation("auth");
  const { verify, resend } = useRecovery(realm);
  return (
    <CodeForm
      digits={4}
      submitText={t("recovery.code.submit")}
      onCode={async (otp) => onResetToken(await verify.mutateAsync({ email, otp }))}
      onResend={() => resend.mutateAsync(email)}
    >
      <Button variant="subtle" onClick={onBack}>
        {t("recovery.code.other")}
      </Button>
    </CodeForm>
  );
}
