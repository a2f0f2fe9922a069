import type { brandChip as BrandChip } from './brand-chip.ts';
import type { Host } from './host.ts';

export const styles = new CSSStyleSheet();
export interface SavedHost extends Host {
  brandChip: typeof BrandChip;
}
export interface SavedCards {
  render(busy: boolean): { choices: unknown; save: unknown };
  chosen(): string | null;
  wantsSaving(): boolean;
}
export function createSavedCards(_host: SavedHost, _saving: boolean): SavedCards {
  return { render: () => ({ choices: '', save: '' }), chosen: () => null, wantsSaving: () => false };
}
