import { texts as tag } from '../../../widget/messages/ko.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Korean. */
export const texts: PageTexts = {
  tag,
  act: { purchase: '결제 금액', auth: '가승인 금액' },
  lock: '안전한 결제 · 카드 정보는 결제 서비스에만 전달되며 여기에는 저장되지 않습니다.',
  needsScript: '이 페이지에는 JavaScript가 필요합니다. JavaScript를 켠 뒤 페이지를 새로고침해 주세요.',
  questions: '궁금한 점이 있으신가요?',
  link: {
    unknown: [
      '이 링크에 해당하는 페이지가 없습니다',
      '주소가 전부 입력되었는지 확인하거나 쇼핑몰에 새 링크를 요청해 주세요.',
    ],
    expired: [
      '이 링크는 만료되었습니다',
      '여기에서는 더 이상 결제할 수 없습니다. 쇼핑몰에 새 링크를 요청해 주세요.',
    ],
  },
  thanks: '감사합니다. 이 페이지를 닫아도 됩니다.',
  failure: ['결제되지 않음', '결제가 완료되지 않았습니다.'],
  pending: '결제를 처리하고 있습니다',
  soon: '결과가 나오는 대로 이 페이지에 표시됩니다.',
  init: ['아직 결제되지 않음', '결제하기 전에 결제 페이지를 나갔습니다. 멈춘 곳부터 계속할 수 있습니다.'],
  unknown: '결과를 확인하고 있습니다',
  authorized: '카드사가 쇼핑몰을 위해 금액을 가승인했습니다. 이 페이지를 닫아도 됩니다.',
  voided: ['가승인 취소 완료', '쇼핑몰이 가승인을 취소했습니다. 카드에서 청구된 금액은 없습니다.'],
  refunded: ['환불 완료', '쇼핑몰이 금액을 환불했습니다.'],
  check: {
    failure: ['카드가 확인되지 않음', '카드를 확인하지 못했습니다.'],
    pending: '카드를 확인하고 있습니다',
    init: [
      '아직 카드가 확인되지 않음',
      '카드를 확인하기 전에 페이지를 나갔습니다. 멈춘 곳부터 계속할 수 있습니다.',
    ],
  },
  goBack: '쇼핑몰로 돌아가 다시 시도해 주세요.',
  returning: ['잠시만 기다려 주세요…', '쇼핑몰이 결제 결과를 확인하고 있습니다.'],
  problem: {
    title: '문제가 발생했습니다',
    paid: '이미 결제된 주문입니다.',
    open: '이 주문의 이전 결제가 아직 끝나지 않았습니다. 지금은 다시 결제하지 말아 주세요.',
  },
};
