import { useRef } from 'react';
import type { PayForm } from 'pay-form';
import 'pay-form/react';

export function Checkout({ token }: { token: string }) {
  const form = useRef<PayForm>(null);
  return (
    <section>
      <pay-form
        ref={form}
        src="https://pay.shop.example/pay"
        order={token}
        mode="direct"
        save-card
        className="checkout"
        messages={{ pay: 'Donate {}' }}
        onpay-result={(event) => console.log(event.detail.payment.status)}
        onpay-error={({ detail }) => console.log(detail.problem.code)}
      >
        <a href="/hosted">Pay without JavaScript</a>
      </pay-form>
      <pay-status src="https://pay.shop.example/pay" order={token} />
      <button onClick={() => form.current?.submit()}>Pay</button>
    </section>
  );
}

// @ts-expect-error
export const otherMode = <pay-form mode="other" />;
// @ts-expect-error
export const noAttribute = <pay-status challenge="dialog" />;
// @ts-expect-error
export const noDetail = <pay-form onpay-result={(event) => event.detail.card} />;
