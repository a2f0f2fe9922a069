import { texts as tag } from '../../../widget/messages/tr.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Turkish. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'Ödenecek tutar', auth: 'Bloke edilecek tutar' },
  lock: 'Güvenli ödeme · kart bilgilerinizi yalnızca ödeme hizmeti alır, burada saklanmaz.',
  needsScript: 'Bu sayfa için JavaScript gerekir. Lütfen JavaScript’i açıp sayfayı yenileyin.',
  questions: 'Sorunuz mu var?',
  link: {
    unknown: [
      'Bu bağlantı geçerli bir sayfaya gitmiyor',
      'Lütfen adresin eksiksiz olduğunu kontrol edin veya mağazadan yeni bir bağlantı isteyin.',
    ],
    expired: [
      'Bu bağlantının süresi doldu',
      'Burada artık ödeme yapılamaz. Lütfen mağazadan yeni bir bağlantı isteyin.',
    ],
  },
  thanks: 'Teşekkür ederiz. Bu sayfayı kapatabilirsiniz.',
  failure: ['Ödenmedi', 'Ödeme gerçekleşmedi.'],
  pending: 'Ödemeniz işleniyor',
  soon: 'Sonuç belli olur olmaz bu sayfada görünür.',
  init: [
    'Henüz ödenmedi',
    'Ödeme yapılmadan ödeme sayfasından çıkıldı. Kaldığınız yerden devam edebilirsiniz.',
  ],
  unknown: 'Sonuç henüz belli değil',
  authorized: 'Bankanız tutarı mağaza için bloke etti. Bu sayfayı kapatabilirsiniz.',
  voided: ['Bloke kaldırıldı', 'Mağaza blokeyi kaldırdı. Kartınızdan para çekilmedi.'],
  refunded: ['İade edildi', 'Mağaza paranızı iade etti.'],
  check: {
    failure: ['Kart doğrulanmadı', 'Kart doğrulanamadı.'],
    pending: 'Kartınız doğrulanıyor',
    init: [
      'Kart henüz doğrulanmadı',
      'Kart doğrulanmadan sayfadan çıkıldı. Kaldığınız yerden devam edebilirsiniz.',
    ],
  },
  goBack: 'Tekrar denemek için mağazaya dönün.',
  returning: ['Bir saniye…', 'Mağaza, ödemenizin sonucunu sorguluyor.'],
  problem: {
    title: 'Bir sorun oluştu',
    paid: 'Bu siparişin ödemesi zaten yapıldı.',
    open: 'Bu siparişe ait önceki ödeme henüz tamamlanmadı. Lütfen şimdilik yeniden ödeme yapmayın.',
  },
};
