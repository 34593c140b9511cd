import { expect, test } from "@playwright/test";
import { bubble, closeAfterEach, field, join, openChat, say, uniqueText } from "./support/chat";

closeAfterEach();

test("a profile URL is sent as a card that opens the profile", async ({ browser }) => {
  const alice = await join(browser, "alice");
  const bruno = await join(browser, "bruno");
  await openChat(alice.page, "bruno");
  await openChat(bruno.page, "alice");
  const text = uniqueText("Have a look");
  const { origin } = new URL(alice.page.url());
  await field(alice.page).fill(`${text} ${origin}/terms`);
  await field(alice.page).press("Enter");
  for (const { page } of [alice, bruno]) {
    await expect(bubble(page, text).getByRole("link", { name: /^Terms of use/ })).toContainText(
      "What you and Plaza",
    );
  }
  // URLs of other sites stay plain links: the server fetches no preview.
  const other = uniqueText("Elsewhere");
  await say(alice.page, `${other} https://example.org/terms`);
  await expect(bubble(bruno.page, other).getByRole("link")).toHaveCount(1);
  await bubble(bruno.page, text)
    .getByRole("link", { name: /^Terms of use/ })
    .click();
  await expect(bruno.page).toHaveURL("/terms");
});
