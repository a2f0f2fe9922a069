import { texts as tag } from '../../../widget/messages/zh.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Simplified Chinese. */
export const texts: PageTexts = {
  tag,
  act: { purchase: '应付金额', auth: '预授权金额' },
  lock: '安全支付 · 卡信息仅发送给支付服务，不会保存在此处。',
  needsScript: '此页面需要 JavaScript，请启用后重新加载页面。',
  questions: '有疑问？',
  link: {
    unknown: ['此链接无效', '请检查网址是否完整，或向商家索取新链接。'],
    expired: ['此链接已过期', '此处已无法支付，请向商家索取新链接。'],
  },
  thanks: '谢谢，您可以关闭此页面。',
  failure: ['未支付', '支付未成功。'],
  pending: '支付正在处理中',
  soon: '有结果后将立即显示在此页面。',
  init: ['尚未支付', '您在支付前离开了支付页面，可以从中断处继续。'],
  unknown: '结果尚未确定',
  authorized: '银行已为商家冻结该金额，您可以关闭此页面。',
  voided: ['预授权已撤销', '商家已解除预授权，您的卡未扣款。'],
  refunded: ['已退款', '商家已将款项退还给您。'],
  check: {
    failure: ['银行卡验证未成功', '无法验证此银行卡。'],
    pending: '正在验证您的银行卡',
    init: ['银行卡尚未验证', '您在验证银行卡前离开了页面，可以从中断处继续。'],
  },
  goBack: '请返回商家重试。',
  returning: ['请稍候…', '商家正在查询您的支付结果。'],
  problem: {
    title: '出了点问题',
    paid: '此订单已支付。',
    open: '此订单的上一笔支付尚未完成，请暂时不要再次支付。',
  },
};
