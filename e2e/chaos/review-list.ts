import { bodyOf, type Stage } from './stage.ts';
import { merchantGet } from './merchant.ts';
import type { ReviewItem } from './views.ts';

interface ReviewPage {
  data: ReviewItem[];
  nextCursor: string | null;
}

/** Notes every order that the merchant API lists for review now, with its reasons. */
export async function noteReview(stage: Stage): Promise<void> {
  for (let query: string | null = ''; query !== null; ) {
    const page: ReviewPage | null = bodyOf(await merchantGet(stage, `/review${query}`));
    for (const { orderId, reason } of page?.data ?? [])
      stage.reviewed.set(orderId, new Set(stage.reviewed.get(orderId)).add(reason));
    query = page?.nextCursor ? `?cursor=${page.nextCursor}` : null;
  }
}
