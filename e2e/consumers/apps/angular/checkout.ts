import { Component, CUSTOM_ELEMENTS_SCHEMA, input } from '@angular/core';
import type { PayForm } from 'pay-form';
import 'pay-form';

@Component({
  selector: 'app-checkout',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <pay-form
      #form
      src="https://pay.shop.example/pay"
      mode="direct"
      save-card
      [attr.order]="token()"
      [messages]="{ pay: 'Donate {}' }"
      (pay-result)="paid($event.detail.payment.status)"
    >
      <a href="/hosted">Pay without JavaScript</a>
    </pay-form>
    <pay-status src="https://pay.shop.example/pay" [attr.order]="token()" />
    <button (click)="submit(form)">Pay</button>
  `,
})
export class Checkout {
  readonly token = input.required<string>();

  paid(status: string): void {
    console.log(status);
  }

  submit(form: PayForm): void {
    void form.submit();
  }
}
