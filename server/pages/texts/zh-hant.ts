import { texts as tag } from '../../../widget/messages/zh-hant.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Traditional Chinese. */
export const texts: PageTexts = {
  tag,
  act: { purchase: '應付金額', auth: '預授權金額' },
  lock: '安全付款 · 卡片資料僅傳送至付款服務，不會儲存在此處。',
  needsScript: '此頁面需要 JavaScript，請啟用後重新載入頁面。',
  questions: '有疑問嗎？',
  link: {
    unknown: ['此連結無效', '請檢查網址是否完整，或向商店索取新連結。'],
    expired: ['此連結已過期', '此處已無法付款，請向商店索取新連結。'],
  },
  thanks: '謝謝，您可以關閉此頁面。',
  failure: ['未付款', '付款未成功。'],
  pending: '付款處理中',
  soon: '有結果後將立即顯示在此頁面。',
  init: ['尚未付款', '您在付款前離開了付款頁面，可以從中斷處繼續。'],
  unknown: '結果尚未確定',
  authorized: '銀行已為商店保留該金額，您可以關閉此頁面。',
  voided: ['預授權已取消', '商店已解除預授權，您的卡片並未扣款。'],
  refunded: ['已退款', '商店已將款項退還給您。'],
  check: {
    failure: ['卡片驗證未成功', '無法驗證此卡片。'],
    pending: '正在驗證您的卡片',
    init: ['卡片尚未驗證', '您在驗證卡片前離開了頁面，可以從中斷處繼續。'],
  },
  goBack: '請返回商店再試一次。',
  returning: ['請稍候…', '商店正在查詢您的付款結果。'],
  problem: {
    title: '發生問題',
    paid: '此訂單已付款。',
    open: '此訂單的上一筆付款尚未完成，請暫時不要再次付款。',
  },
};
