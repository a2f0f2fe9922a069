import { texts as tag } from '../../../widget/messages/es.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Spanish. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'Importe a pagar', auth: 'Importe a reservar' },
  lock: 'Pago seguro · los datos de la tarjeta solo llegan al servicio de pago y no se guardan aquí.',
  needsScript: 'Esta página necesita JavaScript. Actívelo y vuelva a cargar la página.',
  questions: '¿Tiene alguna pregunta?',
  link: {
    unknown: [
      'Este enlace no lleva a ninguna parte',
      'Compruebe que la dirección esté completa o pida un nuevo enlace a la tienda.',
    ],
    expired: ['Este enlace ha caducado', 'Aquí ya no se puede pagar nada. Pida un nuevo enlace a la tienda.'],
  },
  thanks: 'Gracias. Puede cerrar esta página.',
  failure: ['No pagado', 'El pago no se ha realizado.'],
  pending: 'Su pago se está procesando',
  soon: 'El resultado aparecerá en esta página en cuanto se conozca.',
  init: ['Aún sin pagar', 'Salió de la página de pago antes de pagar. Puede continuar donde lo dejó.'],
  unknown: 'Aún no se conoce el resultado',
  authorized: 'Su banco retiene el importe para la tienda. Puede cerrar esta página.',
  voided: ['Reserva anulada', 'La tienda ha liberado el importe. No se ha cobrado nada en su tarjeta.'],
  refunded: ['Reembolsado', 'La tienda le ha devuelto el dinero.'],
  check: {
    failure: ['Tarjeta no verificada', 'No se ha podido verificar la tarjeta.'],
    pending: 'Estamos verificando su tarjeta',
    init: [
      'Tarjeta aún sin verificar',
      'Salió de la página antes de verificar la tarjeta. Puede continuar donde lo dejó.',
    ],
  },
  goBack: 'Vuelva a la tienda para intentarlo de nuevo.',
  returning: ['Un momento…', 'La tienda está consultando el resultado de su pago.'],
  problem: {
    title: 'Algo ha fallado',
    paid: 'Este pedido ya está pagado.',
    open: 'Un pago anterior de este pedido aún no ha terminado. Por favor, de momento no vuelva a pagar.',
  },
};
