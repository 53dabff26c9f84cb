import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { useHubMembers } from '#client/features/discussion/hubMembers.live.ts'
import { roomName } from '#client/features/hubs/hubs.members.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { type AuthorEntries, type AuthorEntry, entriesByRoom } from './authorPassages.ts'
import { PassageEntry, type PassageEntryProps } from './PassageEntry.tsx'
import '#client/features/passages/passageBar.css'
import './passageList.css'

type Order = 'text' | 'room'

interface PassageListProps extends Pick<PassageEntryProps, 'noteNo' | 'chooseLabel'> {
  entries: AuthorEntries
  /** The rooms with passages, the newest share first. */
  hubNos: readonly number[]
  onChoose: (entry: AuthorEntry) => void
}

/** All passages of an own note, in the order of the text or by room. */
export function PassageList({ entries, hubNos, ...rest }: PassageListProps) {
  const [order, setOrder] = useState<Order>('text')
  const shown = hubNos.length > 1 ? order : 'text'
  return (
    <div className="passage-list">
      {hubNos.length > 1 && <OrderSwitch order={order} onChoose={setOrder} />}
      {shown === 'text' ? (
        <Entries {...rest} entries={entries} hubNos={hubNos} />
      ) : (
        entriesByRoom(entries, hubNos).map(({ hubNo, ...room }) => (
          <RoomSection key={hubNo} {...rest} hubNo={hubNo} entries={room} />
        ))
      )}
    </div>
  )
}

const LABELS = { text: 'passages.byPlace', room: 'passages.byRoom' } as const

function OrderSwitch({ order, onChoose }: { order: Order; onChoose: (order: Order) => void }) {
  const name = useId()
  return (
    <fieldset className="comment-order passage-list__order">
      <legend className="visually-hidden">{t('passages.listOrder')}</legend>
      {(['text', 'room'] as const).map(one => (
        <label key={one} className="comment-order__choice">
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={order === one}
            onChange={() => onChoose(one)}
          />
          {t(LABELS[one])}
        </label>
      ))}
    </fieldset>
  )
}

function RoomSection({ hubNo, ...rest }: Omit<PassageListProps, 'hubNos'> & { hubNo: number }) {
  const id = useId()
  const { data } = useHubMembers(hubNo)
  const { userNo } = useAtomValue(authAtom)
  return (
    <section className="passage-list__room" aria-labelledby={id}>
      <h3 id={id} className="passage-list__title" dir="auto">
        {data ? roomName(data, userNo) : ' '}
      </h3>
      <Entries {...rest} hubNos={[hubNo]} />
    </section>
  )
}

function Entries({ entries: { inText, missing }, ...rest }: PassageListProps) {
  return (
    <>
      <ul className="passage-list__entries">
        {inText.map(entry => (
          <li key={entry.key}>
            <PassageEntry {...rest} entry={entry} />
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <>
          <p className="passage-list__title">{t('passages.missingCount', { count: missing.length })}</p>
          <ul className="passage-list__entries">
            {missing.map(entry => (
              <li key={entry.key}>
                <PassageEntry {...rest} entry={entry} isMissing />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
