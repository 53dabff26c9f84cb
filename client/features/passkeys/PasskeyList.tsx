import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { Message } from '#client/ui/Message.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { PasskeyRow } from './PasskeyRow.tsx'
import { CeremonyFailed, loadCeremonies } from './passkeys.browser.ts'
import { passkeysQuery, useAddPasskey } from './passkeys.queries.ts'
import '#client/ui/listRow.css'
import './passkeyList.css'

const ROW_PX = 68

interface PasskeyListProps {
  /** Passkeys of before are removed when the address is confirmed, so it comes first. */
  mustConfirmEmail: boolean
  /** The password has to be shown again before one can be made. */
  onProofGone: () => void
}

/** One's own passkeys, and how to make another. */
export function PasskeyList({ mustConfirmEmail, onProofGone }: PasskeyListProps) {
  const passkeys = useQuery(passkeysQuery)
  const adding = useAddPasskey()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    // A failure is told once somebody presses.
    loadCeremonies().catch(() => undefined)
  }, [])

  function add() {
    adding.mutate(undefined, {
      onSuccess: reply => {
        if (!reply.success && !reply.authenticated) onProofGone()
      },
    })
  }

  const rejection = adding.data?.success === false ? adding.data.message : ''
  const failure = adding.error ? textOf(adding.error) : rejection
  return (
    <section>
      <h2 className="my-info__heading" ref={heading} tabIndex={-1}>
        {t('passkeys.title')}
      </h2>
      <p className="my-info__lead">{t('passkeys.lead')}</p>
      <Card padded={false}>
        {passkeys.isPending && <SkeletonRows rows={1} height={ROW_PX} />}
        <LoadFailure query={passkeys} />
        {passkeys.data?.length === 0 && <p className="passkeys__none">{t('passkeys.empty')}</p>}
        <ul>
          {passkeys.data?.map(passkey => (
            <PasskeyRow
              key={passkey.passkeyId}
              passkey={passkey}
              onRemoved={() => heading.current?.focus({ preventScroll: true })}
            />
          ))}
        </ul>
      </Card>
      {mustConfirmEmail ? (
        <p className="my-info__lead passkeys__first">{t('passkeys.confirmFirst')}</p>
      ) : (
        <div className="passkeys__add">
          {failure === '' ? (
            <Message>{adding.data?.success && t('passkeys.added')}</Message>
          ) : (
            <Message kind="error">{failure}</Message>
          )}
          <Button busy={adding.isPending} onClick={add}>
            {t('passkeys.add')}
          </Button>
        </div>
      )}
    </section>
  )
}

function textOf(error: Error): string {
  return error instanceof CeremonyFailed ? error.message : failureText(error)
}
