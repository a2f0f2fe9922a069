import { texts as tag } from '../../../widget/messages/nl.ts';
import type { PageTexts } from './en.ts';

/** What the customer reads on the companion's pages, in Dutch. */
export const texts: PageTexts = {
  tag,
  act: { purchase: 'Te betalen', auth: 'Te reserveren' },
  lock: 'Veilig betalen · je kaartgegevens gaan alleen naar de betaaldienst en worden hier niet bewaard.',
  needsScript: 'Deze pagina heeft JavaScript nodig. Zet het aan en laad de pagina opnieuw.',
  questions: 'Heb je vragen?',
  link: {
    unknown: [
      'Deze link leidt nergens heen',
      'Controleer of het adres volledig is of vraag de winkel om een nieuwe link.',
    ],
    expired: [
      'Deze link is verlopen',
      'Hier kan niets meer worden betaald. Vraag de winkel om een nieuwe link.',
    ],
  },
  thanks: 'Bedankt. Je kunt deze pagina sluiten.',
  failure: ['Niet betaald', 'De betaling is niet gelukt.'],
  pending: 'Je betaling wordt verwerkt',
  soon: 'Het resultaat verschijnt op deze pagina zodra het bekend is.',
  init: [
    'Nog niet betaald',
    'Je hebt de betaalpagina verlaten voordat je had betaald. Je kunt verdergaan waar je gebleven was.',
  ],
  unknown: 'Het resultaat is nog niet bekend',
  authorized: 'Je bank heeft het bedrag gereserveerd voor de winkel. Je kunt deze pagina sluiten.',
  voided: [
    'Reservering vrijgegeven',
    'De winkel heeft het bedrag vrijgegeven. Er is niets van je kaart afgeschreven.',
  ],
  refunded: ['Terugbetaald', 'De winkel heeft het bedrag aan je terugbetaald.'],
  check: {
    failure: ['Kaart niet bevestigd', 'De kaart kon niet worden bevestigd.'],
    pending: 'Je kaart wordt gecontroleerd',
    init: [
      'Kaart nog niet gecontroleerd',
      'Je hebt de pagina verlaten voordat de kaart was bevestigd. Je kunt verdergaan waar je gebleven was.',
    ],
  },
  goBack: 'Ga terug naar de winkel om het opnieuw te proberen.',
  returning: ['Een moment…', 'De winkel vraagt na of je betaling is gelukt.'],
  problem: {
    title: 'Er ging iets mis',
    paid: 'Deze bestelling is al betaald.',
    open: 'Een eerdere betaling voor deze bestelling is nog niet afgerond. Betaal voorlopig niet opnieuw.',
  },
};
