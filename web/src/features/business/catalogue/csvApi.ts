import { useMutation } from "@tanstack/react-query";
import { download } from "@/api/client";
import { networkError, toApiError } from "@/api/errors";
import { currentToken } from "@/api/refresh";
import type { components } from "@/api/schema";
import { saveAs } from "@/lib/saveAs";
import type { ListFilter } from "./api";
import { useRefresh } from "./api";

export type ImportReport = components["schemas"]["ImportReport"];

const CATALOGUE = "/api/v1/userprofessional/catalogue";
/** Maximum bytes of a file. */
export const FILE_MAX = 32 * 1024 * 1024;

/** Downloads the offerings of a filter. The byte order mark is for spreadsheets. */
export function useExport() {
  return useMutation({
    mutationFn: async ({ page: _, ...filter }: ListFilter) => {
      const query = new URLSearchParams({ byte_order_mark: "true" });
      for (const [key, value] of Object.entries(filter)) query.set(key, String(value));
      saveAs(await download(`${CATALOGUE}/export/?${query}`), `${filter.kind}s.csv`);
    },
  });
}

export function useTemplate() {
  return useMutation({
    mutationFn: async () => saveAs(await download(`${CATALOGUE}/import/template/`), "template.csv"),
  });
}

interface ImportRequest {
  file: File;
  preview: boolean;
  /** Share of the file that is uploaded, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** Sends the file once. `fetch` cannot tell the progress of an upload. */
function upload({ file, preview, onProgress }: ImportRequest, token: string | null): Promise<ImportReport> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${CATALOGUE}/import/?preview=${preview}`);
    if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(networkError(new Error("upload failed")));
    request.onload = () => {
      const body = request.response as { data?: ImportReport } | null;
      if (request.status < 300 && body?.data) resolve(body.data);
      else reject(toApiError(body, new Response(null, { status: request.status })));
    };
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}

/** Checks or imports a file. */
export function useImport() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (request: ImportRequest) => upload(request, await currentToken()),
    onSuccess: (report) => {
      if (report.imported) void refresh();
    },
  });
}
