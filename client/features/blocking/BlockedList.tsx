import { useRef, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { BlockButton, BlockConfirm, useBlocking } from './BlockButton.tsx'
import './blocking.css'

const ROW_PX = 68
const SHOWN_AT_FIRST = 5

/** The users that the viewer has blocked. */
export function BlockedList() {
  const blocking = useBlocking()
  const blocked = blocking.list
  const heading = useRef<HTMLHeadingElement>(null)
  const [showsAll, setShowsAll] = useState(false)
  const people = blocked.data ?? []
  const visiblePeople = showsAll ? people : people.slice(0, SHOWN_AT_FIRST)

  function showAll() {
    setShowsAll(true)
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <section className="blocked-list">
      <h2 className="blocked-list__heading" ref={heading} tabIndex={-1}>
        {t('blocking.list')}
      </h2>
      <p className="blocked-list__lead">{t('blocking.listLead')}</p>
      <LoadFailure query={blocked} />
      {(blocked.data || blocked.isPending) && (
        <Card padded={false}>
          {blocked.isPending && <SkeletonRows rows={1} height={ROW_PX} />}
          {blocked.data?.length === 0 && <p className="my-info__empty">{t('blocking.none')}</p>}
          <ul>
            {visiblePeople.map(person => (
              <li className="blocked-list__item" key={person.userNo}>
                <div className="blocked-list__person">
                  <Avatar
                    size="grouped"
                    person={{ userNo: person.userNo, name: person.userName, picture: person.profPic || null }}
                  />
                  <span className="blocked-list__name">{person.userName}</span>
                  <BlockButton person={person} blocking={blocking} />
                </div>
                <BlockConfirm person={person} blocking={blocking} />
              </li>
            ))}
          </ul>
          {visiblePeople.length < people.length && (
            <div className="blocked-list__more">
              <Button kind="quiet" onClick={showAll}>
                {t('blocking.more', { count: people.length - visiblePeople.length })}
              </Button>
            </div>
          )}
        </Card>
      )}
    </section>
  )
}
