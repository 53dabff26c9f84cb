import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { dayOf } from '#client/platform/language/time.ts'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { type InvitationView, isUsedUp } from '#protocol/invitations.ts'
import { useEndInvitation } from './invitations.queries.ts'

interface RunningLinksProps {
  hubNo: number
  links: InvitationView[]
  myNo: number
}

/** The links that lead into the room now; any of them can be ended. */
export function RunningLinks({ hubNo, links, myNo }: RunningLinksProps) {
  const [askedNo, setAskedNo] = useState<number | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const ending = useEndInvitation(hubNo)
  const showToast = useSetAtom(showToastAtom)
  const { language } = useLanguage()

  function end(makerNo: number): void {
    ending.mutate(makerNo, {
      onSuccess() {
        showToast({ text: t('invitations.endedNow') })
        heading.current?.focus()
      },
      onError: error => showToast({ text: failureText(error) }),
      onSettled: () => setAskedNo(null),
    })
  }

  return (
    <section className="invite__running">
      <h3 ref={heading} tabIndex={-1}>
        {t('invitations.running')}
      </h3>
      {links.length === 0 && <p className="invite__none">{t('invitations.none')}</p>}
      <ul>
        {links.map(({ maker, people, expiresAt }) => (
          <li className="invite__row" key={maker.userNo}>
            <div className="invite__maker">
              <span className="invite__name">
                {maker.userName} {maker.userNo === myNo && <MeBadge />}
              </span>
              <span className="invite__state">
                {isUsedUp({ people })
                  ? t('invitations.usedUpLine', { people })
                  : t('invitations.runningLine', {
                      people,
                      date: dayOf(new Date(expiresAt), language, Date.now()),
                    })}
              </span>
            </div>
            <Button
              kind="quiet-danger"
              aria-label={t('invitations.endOf', { name: maker.userName })}
              aria-expanded={askedNo === maker.userNo}
              onClick={() => setAskedNo(askedNo === maker.userNo ? null : maker.userNo)}
            >
              {t('invitations.end')}
            </Button>
            {askedNo === maker.userNo && (
              <Confirm
                question={t('invitations.endAsk')}
                confirmLabel={t('invitations.end')}
                busy={ending.isPending}
                onConfirm={() => end(maker.userNo)}
                onCancel={() => setAskedNo(null)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
