import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef } from 'react'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { shortNames } from '#client/ui/names.tsx'
import {
  type MailChoices,
  type MailFrequency,
  type MailKind,
  type MailOffReason,
  type MailRoom,
  mailFrequencies,
  mailKinds,
} from '#protocol/mailNotifications.ts'
import type { TextKey } from '#protocol/text/index.ts'
import {
  mailSettingsQuery,
  useChooseMail,
  useSetMailDigest,
  useTurnOnMail,
} from './mailNotifications.queries.ts'
import './mailSettings.css'

const ROW_PX = 44

const KINDS = {
  mention: 'mailNotifications.kind.mention',
  reply: 'mailNotifications.kind.reply',
  comment: 'mailNotifications.kind.comment',
  invited: 'mailNotifications.kind.invited',
  note: 'mailNotifications.kind.note',
} as const satisfies Record<MailKind, TextKey>

const FREQUENCIES = {
  never: 'mailNotifications.every.never',
  soon: 'mailNotifications.every.soon',
  daily: 'mailNotifications.every.daily',
  weekly: 'mailNotifications.every.weekly',
} as const satisfies Record<MailFrequency, TextKey>

const OFF_REASONS = {
  bounced: 'mailNotifications.bounced',
  complained: 'mailNotifications.complained',
} as const satisfies Record<MailOffReason, TextKey>

interface MailSettingsProps {
  heading: ReactNode
  /** Whether the choices are in a card, as the other sections of My information. */
  isInCard?: boolean
}

/** Which notifications the user gets by mail. Each change is saved at once. Nothing on a server that sends no mail. */
export function MailSettings({ heading, isInCard = false }: MailSettingsProps) {
  const settings = useQuery(mailSettingsQuery)
  const choose = useChooseMail()
  const setDigest = useSetMailDigest()
  if (settings.data === undefined)
    return settings.isError ? (
      <LoadFailure query={settings} title={t('mailNotifications.loadFailed')} />
    ) : (
      <SkeletonRows rows={3} height={ROW_PX} />
    )

  const { isAvailable, mustConfirmEmail, choices, isDefault, off, rooms } = settings.data
  if (!isAvailable) return null
  const failure = choose.error ?? setDigest.error
  if (mustConfirmEmail) return <MustConfirm heading={heading} isInCard={isInCard} />
  const Frame = isInCard ? Card : 'div'
  return (
    <section className={sectionClass(isInCard)}>
      {heading}
      <p className={leadClass(isInCard)}>{t('mailNotifications.lead')}</p>
      <Frame className="mail-settings__choices">
        <MailOff reason={off} />
        <MailKinds choices={choices} onChoose={choose.mutate} />
        <p className="mail-settings__meaning">
          {isDefault && `${t('mailNotifications.default')} `}
          {t('mailNotifications.when')}
        </p>
        <MailDigests rooms={rooms} onChange={setDigest.mutate} />
        {failure && <Message kind="error">{failureText(failure)}</Message>}
      </Frame>
    </section>
  )
}

const sectionClass = (isInCard: boolean) =>
  isInCard ? 'mail-settings mail-settings--in-card' : 'mail-settings'
const leadClass = (isInCard: boolean) => (isInCard ? 'my-info__lead' : 'mail-settings__meaning')

function MustConfirm({ heading, isInCard }: { heading: ReactNode; isInCard: boolean }) {
  const text = t('mailNotifications.mustConfirm')
  return (
    <section className={sectionClass(isInCard)}>
      {heading}
      {isInCard ? (
        <>
          <p className="my-info__lead">{t('mailNotifications.lead')}</p>
          <Card padded={false}>
            <p className="my-info__empty">{text}</p>
          </Card>
        </>
      ) : (
        <p className="mail-settings__meaning">{text}</p>
      )}
    </section>
  )
}

/** Says why mails have ended, with the button that turns them on again. */
function MailOff({ reason }: { reason: MailOffReason | null }) {
  const turnOn = useTurnOnMail()
  const status = useRef<HTMLDivElement>(null)
  return (
    <div className="mail-settings__off" ref={status} tabIndex={-1}>
      {reason && (
        <>
          <p>{t(OFF_REASONS[reason])}</p>
          <Button
            busy={turnOn.isPending}
            onClick={() => {
              turnOn.mutate()
              // The pressed button disappears, so move the focus.
              status.current?.focus({ preventScroll: true })
            }}
          >
            {t('mailNotifications.turnOn')}
          </Button>
        </>
      )}
      {turnOn.error && <Message kind="error">{failureText(turnOn.error)}</Message>}
    </div>
  )
}

interface MailKindsProps {
  choices: MailChoices
  onChoose: (choices: MailChoices) => void
}

function MailKinds({ choices, onChoose }: MailKindsProps) {
  const id = useId()
  return (
    <fieldset className="mail-settings__kinds">
      <legend className="mail-settings__legend">{t('mailNotifications.kinds')}</legend>
      {mailKinds.map(kind => (
        <div className="mail-settings__kind" key={kind}>
          <label htmlFor={`${id}-${kind}`}>{t(KINDS[kind])}</label>
          <select
            className="field__control"
            id={`${id}-${kind}`}
            value={choices[kind]}
            onChange={({ currentTarget }) =>
              onChoose({ ...choices, [kind]: currentTarget.value as MailFrequency })
            }
          >
            {mailFrequencies.map(frequency => (
              <option key={frequency} value={frequency}>
                {t(FREQUENCIES[frequency])}
              </option>
            ))}
          </select>
        </div>
      ))}
    </fieldset>
  )
}

interface MailDigestsProps {
  rooms: readonly MailRoom[]
  onChange: (digest: { hubNo: number; isOn: boolean }) => void
}

/** The rooms with a weekly digest. Muted rooms are listed as such and have no checkbox. */
function MailDigests({ rooms, onChange }: MailDigestsProps) {
  if (rooms.length === 0) return <p className="mail-settings__meaning">{t('mailNotifications.noRooms')}</p>
  const chosen = rooms.filter(({ hasDigest, isMuted }) => hasDigest && !isMuted).length
  return (
    <Disclosure summary={t('mailNotifications.digests', { chosen, all: rooms.length })}>
      <p className="mail-settings__meaning">{t('mailNotifications.digestsMeaning')}</p>
      <ul className="mail-settings__rooms">
        {rooms.map(({ hubNo, name, names, isMuted, hasDigest }) => (
          <li key={hubNo}>
            {isMuted ? (
              <p className="mail-settings__muted">
                {name || shortNames(names)}{' '}
                <span className="mail-settings__meaning">{t('mailNotifications.mutedRoom')}</span>
              </p>
            ) : (
              <Checkbox
                label={name || shortNames(names)}
                checked={hasDigest}
                onChange={isOn => onChange({ hubNo, isOn })}
              />
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
