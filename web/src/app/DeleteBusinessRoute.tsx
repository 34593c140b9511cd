import { DeleteAccountSection } from "@/features/account/components/DeleteAccountSection";
import { DeleteBusinessScreen } from "@/features/business/DeleteBusinessScreen";

/** Deletion of a business account, confirmed as that of a consumer. */
export function DeleteBusinessRoute() {
  return (
    <DeleteBusinessScreen>
      <DeleteAccountSection />
    </DeleteBusinessScreen>
  );
}
