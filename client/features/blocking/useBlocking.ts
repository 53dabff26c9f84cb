import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { PersonView } from '#protocol/accounts.ts'
import { useBlocked, useChangeBlock } from './blocking.queries.ts'

interface BlockingOptions {
  onBlocked?: (person: PersonView) => void
}

/** Whom the user has blocked, and the one question, asked about one person of a list, whether to change that. */
export function useBlocking({ onBlocked }: BlockingOptions = {}) {
  const list = useBlocked()
  const [askedNo, setAskedNo] = useState<number | null>(null)
  const changing = useChangeBlock()
  const showToast = useSetAtom(showToastAtom)
  const isBlocked = (userNo: number) => list.data?.some(person => person.userNo === userNo) ?? false

  return {
    /** Whom the user has blocked, the last first. */
    list,
    isBlocked,
    askedNo,
    isBusy: changing.isPending,
    /** Asks about somebody, or no longer. */
    ask: (userNo: number) => setAskedNo(asked => (asked === userNo ? null : userNo)),
    cancel: () => setAskedNo(null),
    change(person: PersonView) {
      const { userNo, userName: name } = person
      const blocks = !isBlocked(userNo)
      changing.mutate(
        { userNo, blocks },
        {
          onSuccess() {
            showToast({ text: t(blocks ? 'blocking.nowBlocked' : 'blocking.nowUnblocked', { name }) })
            if (blocks) onBlocked?.(person)
          },
          onError: error => showToast({ text: failureText(error) }),
          onSettled: () => setAskedNo(null),
        },
      )
    },
  }
}
export type Blocking = ReturnType<typeof useBlocking>
