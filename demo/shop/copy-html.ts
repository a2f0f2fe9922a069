import type { Choice } from './choice.ts';
import { formAttributes } from './form-view.ts';

const TOKEN = 'the order token that your server signs';

/**
 * The HTML of the tag on screen, to be copied. The copying shop's server makes the token.
 * @param page `checkout` or `thanks`
 */
export function htmlToCopy(companion: string, choice: Choice, page: string): string {
  const script = `<script type="module" src="${companion}/pay-form.js"></script>`;
  const own = page === 'thanks' ? languageOf(choice) : formAttributes(choice).filter(isTold);
  const tag = page === 'thanks' ? 'pay-status' : 'pay-form';
  const attributes = [` src="${companion}"`, ` order="${TOKEN}"`, ...own].map((one) => `\n ${one}`);
  return `${script}\n\n<${tag}${attributes.join('')}\n></${tag}>`;
}

const languageOf = ({ lang }: Choice): string[] =>
  lang ? [` lang="${lang.replaceAll(/[^\w-]/g, '')}"`] : [];

/** Defaults need no attribute. */
const isTold = (attribute: string): boolean => attribute !== ' mode="auto"';
