import { Button, Skeleton } from "@mantine/core";
import { IconBriefcase, IconHome, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import {
  addressLines,
  type DeliveryAddress,
  useDeleteAddress,
  useDeliveryAddresses,
} from "@/shared/address/deliveryAddresses";
import { LazyDeliveryAddressForm } from "@/shared/address/LazyDeliveryAddressForm";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ActionError } from "@/shared/forms/ActionError";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { Sheet } from "@/ui/Sheet";
import classes from "./AddressesScreen.module.css";
import { DeleteDialog } from "./DeleteDialog";
import { useSetDefault } from "./hooks/useSetDefault";

type Open = { kind: "add" } | { kind: "edit" | "delete"; address: DeliveryAddress } | null;

/** `/deliveryAddress`: delivery addresses of the account. */
export function AddressesScreen() {
  const { t } = useTranslation("address");
  const addresses = useDeliveryAddresses();
  const remove = useDeleteAddress();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const add = (
    <Button color="terracotta" leftSection={<Icon of={IconPlus} />} onClick={() => setOpen({ kind: "add" })}>
      {t("add")}
    </Button>
  );
  const list = addresses.data;
  return (
    <Screen title={t("title")} back="/UserProfile/User">
      {list && list.length > 0 ? (
        <div className={classes.page}>
          <ul className={classes.list}>
            {list.map((address) => (
              <AddressItem
                key={address.id}
                address={address}
                onEdit={() => setOpen({ kind: "edit", address })}
                onDelete={() => setOpen({ kind: "delete", address })}
              />
            ))}
          </ul>
          <div>{add}</div>
        </div>
      ) : list ? (
        <EmptyState title={t("empty")} text={t("emptyText")} action={add} />
      ) : addresses.isError ? (
        <ErrorState title={t("failed")} onRetry={() => void addresses.refetch()} />
      ) : (
        <Skeleton height={140} radius="lg" />
      )}
      <Sheet
        opened={open?.kind === "add" || open?.kind === "edit"}
        onClose={close}
        title={t(open?.kind === "edit" ? "edit" : "add")}
      >
        <LazyDeliveryAddressForm
          key={open?.kind === "edit" ? open.address.id : "new"}
          address={open?.kind === "edit" ? open.address : null}
          onSaved={() => {
            close();
            toast.success(t("saved"));
          }}
        />
      </Sheet>
      <DeleteDialog
        address={open?.kind === "delete" ? open.address : null}
        pending={remove.isPending}
        error={remove.error}
        onClose={close}
        onDelete={({ id }) => remove.mutate(id, { onSuccess: close })}
      />
    </Screen>
  );
}

interface AddressItemProps {
  address: DeliveryAddress;
  onEdit: () => void;
  onDelete: () => void;
}

function AddressItem({ address, onEdit, onDelete }: AddressItemProps) {
  const { t } = useTranslation("address");
  const setDefault = useSetDefault();
  const { type, first_name, last_name, phone_number, is_default, instructions } = address;
  const name = addressLines(address);
  return (
    <li className={classes.item}>
      <span className={classes.kind}>
        <Icon of={type === "work" ? IconBriefcase : IconHome} />
      </span>
      <div className={classes.words}>
        <p className={classes.head}>
          <span className={classes.type}>{t(`type.${type}`)}</span>
          {is_default && <span className={classes.default}>{t("default.is")}</span>}
        </p>
        <Bdi>{name}</Bdi>
        <p className={classes.muted}>
          <Bdi>
            {first_name} {last_name}
          </Bdi>{" "}
          · <bdi dir="ltr">{phone_number}</bdi>
        </p>
        {instructions && <Bdi className={classes.muted}>{instructions}</Bdi>}
        {address.latitude === null && <p className={classes.muted}>{t("pin.missing")}</p>}
        <ActionError error={setDefault.error} text={t("common:error.wrong")} />
        <div className={classes.actions}>
          <Button variant="subtle" aria-label={t("editNamed", { name })} onClick={onEdit}>
            {t("editShort")}
          </Button>
          <Button variant="subtle" aria-label={t("deleteNamed", { name })} onClick={onDelete}>
            {t("delete")}
          </Button>
          {!is_default && (
            <Button
              variant="subtle"
              loading={setDefault.isPending}
              onClick={() => setDefault.mutate(address.id)}
            >
              {t("default.make")}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
