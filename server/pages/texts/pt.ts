import { texts as tag } from '../../../widget/messages/pt.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Portuguese. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'A pagar', auth: 'A cativar' },
  lock: 'Pagamento seguro · os dados do cartão são enviados apenas ao serviço de pagamento e não ficam guardados aqui.',
  needsScript: 'Esta página precisa de JavaScript. Ative-o e atualize a página.',
  questions: 'Tem dúvidas?',
  link: {
    unknown: [
      'Esta ligação não leva a lado nenhum',
      'Verifique se o endereço está completo ou peça uma nova ligação à loja.',
    ],
    expired: ['Esta ligação expirou', 'Já não é possível pagar nada aqui. Peça uma nova ligação à loja.'],
  },
  thanks: 'Obrigado. Pode fechar esta página.',
  failure: ['Não pago', 'O pagamento não foi concluído.'],
  pending: 'O seu pagamento está a ser processado',
  soon: 'O resultado aparecerá nesta página assim que for conhecido.',
  init: ['Ainda não pago', 'A página de pagamento foi abandonada antes de pagar. Pode continuar onde ficou.'],
  unknown: 'O resultado ainda não é conhecido',
  authorized: 'O seu banco mantém o montante cativo para a loja. Pode fechar esta página.',
  voided: ['Montante libertado', 'A loja libertou o montante. Nada foi cobrado no seu cartão.'],
  refunded: ['Reembolsado', 'A loja devolveu-lhe o dinheiro.'],
  check: {
    failure: ['Cartão não verificado', 'Não foi possível verificar o cartão.'],
    pending: 'O seu cartão está a ser verificado',
    init: [
      'Cartão ainda não verificado',
      'A página foi abandonada antes de o cartão ser verificado. Pode continuar onde ficou.',
    ],
  },
  goBack: 'Volte à loja para tentar novamente.',
  returning: ['Um momento…', 'A loja está a verificar o que aconteceu ao seu pagamento.'],
  problem: {
    title: 'Ocorreu um problema',
    paid: 'Esta encomenda já está paga.',
    open: 'Um pagamento anterior desta encomenda ainda não terminou. Por favor, não pague novamente por enquanto.',
  },
};
