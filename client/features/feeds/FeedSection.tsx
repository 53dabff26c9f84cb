import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { roomName } from '#client/features/hubs/hubs.members.ts'
import { hubInfoQuery } from '#client/features/hubs/hubs.queries.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Card } from '#client/ui/Card.tsx'
import { NOTICES_FEED_PATH } from '#protocol/feeds.ts'
import { FeedAddress, FeedControls } from './FeedControls.tsx'
import { feedsQuery } from './feeds.queries.ts'
import '#client/ui/listRow.css'

/** All feeds of the user: the notices, the public notes, and the rooms for which an address exists. */
export function FeedSection() {
  const feeds = useQuery(feedsQuery)
  const hubNos = (feeds.data ?? []).flatMap(({ hubNo }) => hubNo ?? [])
  return (
    <section>
      <h2 className="my-info__heading">{t('feeds.title')}</h2>
      <p className="my-info__lead">{t('feeds.lead')}</p>
      <Card padded={false}>
        <ul>
          <li className="list-row">
            <div className="feed">
              <p className="list-row__title">{t('feeds.notices')}</p>
              <div className="feed__new">
                <FeedAddress path={NOTICES_FEED_PATH} />
              </div>
            </div>
          </li>
          <li className="list-row">
            <FeedControls hubNo={null} name={t('feeds.public')} detail={t('feeds.publicMore')} />
          </li>
          {hubNos.map(hubNo => (
            <li className="list-row" key={hubNo}>
              <RoomFeed hubNo={hubNo} />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

function RoomFeed({ hubNo }: { hubNo: number }) {
  const { data } = useQuery(hubInfoQuery(hubNo))
  const { userNo } = useAtomValue(authAtom)
  const name = data ? roomName(data, userNo) : t('feeds.room')
  return <FeedControls hubNo={hubNo} name={name} detail={t('feeds.roomMore')} />
}
