import { texts as tag } from '../../../widget/messages/pt-br.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Brazilian Portuguese. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'A pagar', auth: 'A reservar' },
  lock: 'Pagamento seguro · os dados do cartão vão apenas para o serviço de pagamento e não ficam guardados aqui.',
  needsScript: 'Esta página precisa de JavaScript. Ative-o e recarregue a página.',
  questions: 'Tem dúvidas?',
  link: {
    unknown: [
      'Este link não leva a lugar nenhum',
      'Verifique se o endereço está completo ou peça um novo link à loja.',
    ],
    expired: ['Este link expirou', 'Não é mais possível pagar aqui. Peça um novo link à loja.'],
  },
  thanks: 'Obrigado. Você pode fechar esta página.',
  failure: ['Não pago', 'O pagamento não foi concluído.'],
  pending: 'Seu pagamento está sendo processado',
  soon: 'O resultado aparecerá nesta página assim que for conhecido.',
  init: [
    'Ainda não pago',
    'A página de pagamento foi fechada antes do pagamento. Você pode continuar de onde parou.',
  ],
  unknown: 'O resultado ainda não é conhecido',
  authorized: 'Seu banco reservou o valor para a loja. Você pode fechar esta página.',
  voided: ['Reserva cancelada', 'A loja liberou o valor. Nada foi cobrado no seu cartão.'],
  refunded: ['Reembolsado', 'A loja devolveu o seu dinheiro.'],
  check: {
    failure: ['Cartão não confirmado', 'Não foi possível confirmar o cartão.'],
    pending: 'Seu cartão está sendo verificado',
    init: [
      'Cartão ainda não verificado',
      'A página foi fechada antes da confirmação do cartão. Você pode continuar de onde parou.',
    ],
  },
  goBack: 'Volte para a loja e tente novamente.',
  returning: ['Um momento…', 'A loja está verificando o que aconteceu com o seu pagamento.'],
  problem: {
    title: 'Algo deu errado',
    paid: 'Este pedido já foi pago.',
    open: 'Um pagamento anterior deste pedido ainda não terminou. Por favor, não pague de novo por enquanto.',
  },
};
