import { texts as tag } from '../../../widget/messages/fr.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in French. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'À payer', auth: 'À préautoriser' },
  lock: 'Paiement sécurisé · les données de votre carte sont transmises uniquement au service de paiement et ne sont pas conservées ici.',
  needsScript: 'Cette page nécessite JavaScript. Veuillez l’activer et recharger la page.',
  questions: 'Des questions ?',
  link: {
    unknown: [
      'Ce lien ne mène nulle part',
      'Veuillez vérifier que l’adresse est complète ou demander un nouveau lien à la boutique.',
    ],
    expired: [
      'Ce lien a expiré',
      'Le paiement n’est plus possible ici. Veuillez demander un nouveau lien à la boutique.',
    ],
  },
  thanks: 'Merci. Vous pouvez fermer cette page.',
  failure: ['Paiement non effectué', 'Le paiement n’a pas abouti.'],
  pending: 'Votre paiement est en cours',
  soon: 'Le résultat s’affichera sur cette page dès qu’il sera connu.',
  init: [
    'Pas encore payé',
    'Vous avez quitté la page de paiement avant de payer. Vous pouvez reprendre là où vous en étiez.',
  ],
  unknown: 'Le résultat n’est pas encore connu',
  authorized: 'Votre banque a réservé ce montant pour la boutique. Vous pouvez fermer cette page.',
  voided: ['Préautorisation annulée', 'La boutique a libéré le montant. Votre carte n’a pas été débitée.'],
  refunded: ['Remboursé', 'La boutique vous a remboursé.'],
  check: {
    failure: ['Carte non vérifiée', 'La carte n’a pas pu être vérifiée.'],
    pending: 'Votre carte est en cours de vérification',
    init: [
      'Carte pas encore vérifiée',
      'Vous avez quitté la page avant la vérification de la carte. Vous pouvez reprendre là où vous en étiez.',
    ],
  },
  goBack: 'Retournez à la boutique pour réessayer.',
  returning: ['Un instant…', 'La boutique vérifie si votre paiement a abouti.'],
  problem: {
    title: 'Un problème est survenu',
    paid: 'Cette commande a déjà été payée.',
    open: 'Un paiement précédent pour cette commande n’est pas encore terminé. Merci de ne pas payer à nouveau pour le moment.',
  },
};
