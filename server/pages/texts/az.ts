import { texts as tag } from '../../../widget/messages/az.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Azerbaijani. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'Ödəniləcək məbləğ', auth: 'Rezerv ediləcək məbləğ' },
  lock: 'Təhlükəsiz ödəniş · kart məlumatlarını yalnız ödəniş xidməti alır, burada saxlanılmır.',
  needsScript: 'Bu səhifə üçün JavaScript lazımdır. Onu aktiv edin və səhifəni yeniləyin.',
  questions: 'Sualınız var?',
  link: {
    unknown: ['Bu keçid işləmir', 'Ünvanın tam olduğunu yoxlayın və ya mağazadan yeni keçid istəyin.'],
    expired: [
      'Bu keçidin vaxtı bitib',
      'Burada artıq ödəniş etmək mümkün deyil. Mağazadan yeni keçid istəyin.',
    ],
  },
  thanks: 'Təşəkkür edirik. Bu səhifəni bağlaya bilərsiniz.',
  failure: ['Ödənilmədi', 'Ödəniş baş tutmadı.'],
  pending: 'Ödənişiniz emal olunur',
  soon: 'Nəticə məlum olan kimi bu səhifədə görünəcək.',
  init: [
    'Hələ ödənilməyib',
    'Ödəniş edilmədən ödəniş səhifəsindən çıxılıb. Qaldığınız yerdən davam edə bilərsiniz.',
  ],
  unknown: 'Nəticə hələ məlum deyil',
  authorized: 'Bankınız məbləği mağaza üçün saxlayır. Bu səhifəni bağlaya bilərsiniz.',
  voided: ['Rezerv ləğv edildi', 'Mağaza məbləği blokdan çıxardı. Kartınızdan heç nə çıxılmayıb.'],
  refunded: ['Geri qaytarıldı', 'Mağaza pulunuzu geri qaytarıb.'],
  check: {
    failure: ['Kart təsdiqlənmədi', 'Kartı təsdiqləmək mümkün olmadı.'],
    pending: 'Kartınız yoxlanılır',
    init: [
      'Kart hələ yoxlanılmayıb',
      'Kart təsdiqlənmədən səhifədən çıxılıb. Qaldığınız yerdən davam edə bilərsiniz.',
    ],
  },
  goBack: 'Yenidən cəhd etmək üçün mağazaya qayıdın.',
  returning: ['Zəhmət olmasa, gözləyin…', 'Mağaza ödənişinizin nəticəsini öyrənir.'],
  problem: {
    title: 'Xəta baş verdi',
    paid: 'Bu sifariş artıq ödənilib.',
    open: 'Bu sifariş üzrə əvvəlki ödəniş hələ başa çatmayıb. Zəhmət olmasa, hələlik yenidən ödəməyin.',
  },
};
