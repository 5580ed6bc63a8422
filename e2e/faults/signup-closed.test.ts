import { expect, test } from "@/e2e/faults/product";
import { word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { maintainer } from "@/e2e/support/submitting";
import { setControls } from "@/lib/contract/knowledge/sync-and-controls";
import { createConnection } from "@/lib/contract/public/connections";

test.afterAll(async ({ product }) => {
  await product.app().stop();
  await product.start();
});

test("while signup is closed, only maintainers create connections", async ({ product }) => {
  const { api } = product;
  const [decider, member] = [await maintainer(api), await connect(api)];
  await product.app().stop();
  await product.start({ SIGNUP: "closed" });

  await api.refused(createConnection, "signup_closed", { name: word() });
  await api.refused(createConnection, "signup_closed", { name: word() }, member.headers);
  await api.refused(
    createConnection,
    "signup_closed",
    { name: word() },
    { authorization: `Bearer ck_${"x".repeat(43)}` },
  );

  const name = word();
  const made = (await api.ok(createConnection, { name }, { ...decider.headers, "idempotency-key": name })).data;
  expect(made).toMatchObject({ name, token: expect.stringMatching(/^ck_/), control: { mode: "active" } });
  const again = await api.ok(createConnection, { name }, { ...decider.headers, "idempotency-key": name });
  expect(again.data).toEqual({ ...made, token: null, recovery_codes: null });

  await decider.ok(setControls, { expected_control_revision: "0", mode: "paused" });
  await api.refused(createConnection, "connection_paused", { name: word() }, decider.headers);
});
