import type { Messages } from './en.ts';

/** What the customer reads, in French. */
export const texts: Messages = {
  card: 'Paiement par carte',
  pay: 'Payer {}',
  reserve: 'Préautoriser {}',
  check: 'Vérifier la carte',
  hosted: 'Passer au paiement',
  hostedHint: 'Vous paierez {} sur la page sécurisée de la banque.',
  checkHint: 'Vous vérifierez la carte sur la page sécurisée de la banque.',
  offer: 'Une page de paiement est déjà ouverte pour cette commande.',
  resume: 'Reprendre le paiement',
  again: 'Réessayer',
  test: 'Mode test : aucun argent réel n’est débité.',
  connecting: 'Connexion…',
  submitting: 'Traitement en cours…',
  failed: 'Le paiement n’a pas abouti. Veuillez réessayer ou utiliser une autre carte.',
  noSession: 'Le service de paiement est injoignable. Veuillez vérifier votre connexion.',
  noAnswer: 'La connexion a été perdue. Veuillez réessayer : votre carte ne sera pas débitée deux fois.',
  label: {
    number: 'Numéro de carte',
    expiry: 'Date d’expiration',
    cvv: 'Cryptogramme (CVV)',
    firstName: 'Prénom',
    lastName: 'Nom',
    email: 'E-mail',
    phone: 'Téléphone',
    birthday: 'Date de naissance',
    taxId: 'Numéro fiscal',
  },
  expiryHint: 'MM / AA',
  cvvBack: '3 chiffres au dos de la carte',
  cvvFront: '4 chiffres au recto de la carte',
  invalid: 'Vérifiez ce champ',
  brands: {
    one: 'Les cartes {} ne sont pas acceptées ici. Seules les cartes {} le sont.',
    other: 'Les cartes {} ne sont pas acceptées ici. Cartes acceptées : {}.',
  },
  attention: {
    one: '{} champ à vérifier',
    many: '{} de champs à vérifier',
    other: '{} champs à vérifier',
  },
  fault: {
    'too-long': 'Le texte est trop long',
    'looks-like-a-card': 'Cela ressemble à un numéro de carte : saisissez-le dans le champ plus haut',
    expired: 'Cette carte a expiré',
    'brand-not-accepted': 'Cette carte n’est pas acceptée ici',
    'number.required': 'Saisissez le numéro de carte',
    'number.incomplete': 'Le numéro de carte est trop court',
    'number.too-long': 'Le numéro de carte est trop long',
    'number.invalid': 'Vérifiez le numéro de carte',
    'expiry.required': 'Saisissez la date d’expiration',
    'expiry.incomplete': 'Saisissez le mois et l’année',
    'expiry.month': 'Le mois va de 01 à 12',
    'expiry.invalid': 'Vérifiez la date d’expiration',
    'cvv.required': 'Saisissez le cryptogramme',
    'cvv.incomplete': 'Le cryptogramme est trop court',
    'cvv.too-long': 'Le cryptogramme est trop long',
    'cvv.invalid': 'Vérifiez le cryptogramme',
    'firstName.required': 'Saisissez votre prénom',
    'lastName.required': 'Saisissez votre nom',
    'email.required': 'Saisissez votre e-mail',
    'email.invalid': 'Vérifiez l’e-mail',
    'phone.required': 'Saisissez votre téléphone',
    'phone.invalid': 'Vérifiez le téléphone',
    'birthday.required': 'Saisissez votre date de naissance',
    'birthday.invalid': 'Vérifiez la date',
    'taxId.required': 'Saisissez votre numéro fiscal',
  },
  outcome: {
    action: 'Votre banque vous demande de confirmer le paiement.',
    confirm: 'Confirmer le paiement',
    waiting: 'Nous attendons la réponse de votre banque. Cela peut prendre une minute.',
    unknown:
      'Nous vérifions auprès de votre banque si le paiement a abouti. Merci de ne pas payer à nouveau.',
    steps: {
      sent: 'Votre paiement a été envoyé.',
      asking: 'Nous interrogeons la banque jusqu’à sa réponse.',
      close:
        'Vous pouvez fermer cette page : votre carte ne sera pas débitée deux fois et la boutique sera informée du résultat.',
    },
    order: 'Commande {}',
    receipt: 'Reçu',
    back: 'Retour à la boutique',
    done: { purchase: 'Paiement effectué', auth: 'Montant préautorisé', lookup: 'Carte vérifiée' },
    nothing: 'Rien n’a encore été payé.',
    notCharged: 'Rien n’a été débité.',
    failure: {
      generic: 'Le paiement n’a pas abouti. Veuillez réessayer ou utiliser une autre carte.',
      'expired-card': 'Cette carte a expiré. Veuillez utiliser une autre carte.',
      'card-data':
        'La banque ne reconnaît pas cette carte. Veuillez vérifier le numéro de carte, la date d’expiration et le cryptogramme.',
      funds:
        'Le solde de cette carte est insuffisant. Veuillez l’approvisionner ou utiliser une autre carte.',
      limit:
        'Le plafond de la carte est atteint. Augmentez-le dans l’application de votre banque ou utilisez une autre carte.',
      timeout: 'Le délai de confirmation est écoulé. Veuillez réessayer.',
      declined:
        'La banque a refusé le paiement. Veuillez utiliser une autre carte ou demander la raison à votre banque.',
      'not-permitted': 'Ce type de carte n’est pas accepté ici. Veuillez utiliser une autre carte.',
      confirmation:
        'Le paiement n’a pas été confirmé. Veuillez réessayer et vérifier le code de votre banque.',
      issuer: 'Votre banque souhaite d’abord vous parler. Veuillez l’appeler ou utiliser une autre carte.',
      cancelled: 'Le paiement a été annulé. Vous pouvez payer à nouveau quand vous le souhaitez.',
      shop: 'Le problème vient de la boutique, pas de votre carte. Veuillez en informer la boutique.',
      technical:
        'Les systèmes de la banque ont connu une brève panne. Veuillez réessayer dans quelques minutes.',
    },
    problem: {
      other: 'Cela n’a pas fonctionné. Veuillez réessayer dans une minute.',
      'order-token-invalid':
        'Cette page de paiement n’est plus valable. Veuillez revenir à la boutique et recommencer.',
      'order-token-expired': 'Le délai de paiement est écoulé. Les informations saisies restent ici.',
      renew: 'Continuer',
      'order-changed': 'La commande a été modifiée. Veuillez recharger la page de la boutique.',
      'invalid-input': 'Veuillez vérifier les informations saisies.',
      'too-many-attempts':
        'Il y a eu trop de tentatives de paiement. Veuillez demander de l’aide à la boutique.',
      'limit-reached': 'Trop de tentatives. Réessayez dans {} ou payez autrement.',
      'gateway-unreachable': 'La banque est injoignable. Veuillez réessayer dans une minute.',
      'unsafe-action-url': 'La page de la banque n’est pas sûre. Veuillez demander de l’aide à la boutique.',
      'order-unsupported':
        'Cette commande ne peut pas être payée ici. Veuillez demander de l’aide à la boutique.',
      'card-needed':
        'Une carte est nécessaire et ne peut pas être saisie ici. Veuillez demander de l’aide à la boutique.',
      'mode-not-available':
        'Ce moyen de paiement n’est pas disponible ici. Veuillez demander de l’aide à la boutique.',
    },
  },
};
