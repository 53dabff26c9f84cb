import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useQueryInAddress } from '#client/platform/router/useQueryInAddress.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { SUGGESTION_ORDERS, suggestionFilters, suggestionQueryField } from '#protocol/agora.ts'
import { EVERYTHING, type SearchFields } from './agora.search.ts'

/** What is looked for stands in the address, as the page does: another filter, or other words, begin at the first page. */
export function useSearchInAddress(): { sought: SearchFields; search: (sought: SearchFields) => void } {
  const [params, goTo] = useQueryInAddress()
  const isVisitor = useAtomValue(authStatusAtom) === 'signedOut'
  const wanted = suggestionFilters.find(filter => filter === params.get('only'))
  // A visitor has none of their own, wherever the link came from.
  const only = wanted === 'own' && isVisitor ? undefined : wanted
  const query = suggestionQueryField.safeParse(params.get('query') ?? '').data ?? ''
  const order = SUGGESTION_ORDERS.find(one => one === params.get('order')) ?? EVERYTHING.order
  return {
    sought: useMemo(() => ({ only, query, order }), [only, query, order]),
    search(next) {
      const written = {
        ...(next.only && { only: next.only }),
        ...(next.query !== '' && { query: next.query }),
        ...(next.order !== EVERYTHING.order && { order: next.order }),
      }
      // As one types the address changes with each pause: going back leads to where one came from.
      goTo(new URLSearchParams(written), { replace: next.query !== query })
    },
  }
}
