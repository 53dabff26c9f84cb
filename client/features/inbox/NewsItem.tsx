import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { AvatarGroup } from '#client/ui/AvatarGroup.tsx'
import { RelativeTime, type RelativeTimeProps } from '#client/ui/RelativeTime.tsx'
import type { NewsView } from '#protocol/inbox.ts'
import { detailOf, pathOf, placeOf, sentenceOf } from './inbox.words.ts'
import { NewsSign } from './NewsSign.tsx'

interface NewsItemProps {
  news: NewsView
  onChoose: () => void
  /** How a time is told that is not of the last hour. */
  older: RelativeTimeProps['older']
}

/** An entry, which leads to its thing. */
export function NewsItem({ news, onChoose, older }: NewsItemProps) {
  const people = news.people.map(({ userNo, userName, profPic }) => ({
    userNo,
    name: userName,
    picture: profPic || null,
  }))
  const detail = detailOf(news)
  const said = news.comment?.line ?? news.opinion?.line
  const place = placeOf(news)
  return (
    <li>
      <Link className={`news ${news.isNew ? 'news--new' : ''}`} to={pathOf(news)} onClick={onChoose}>
        <span className="news__faces">
          {people.length > 0 && <AvatarGroup people={people.slice(0, 2)} />}
          <NewsSign kind={news.kind} />
        </span>
        <span className="news__words">
          <span className="news__sentence">{sentenceOf(news)}</span>
          {detail && <span className="news__quote">{detail}</span>}
          {said && (
            <span className="news__quote">
              “<bdi>{said}</bdi>”
            </span>
          )}
          <span className="news__place">
            {place && (
              <>
                <bdi>{place}</bdi> ·{' '}
              </>
            )}
            <RelativeTime at={news.at} older={older} />
          </span>
        </span>
        {news.isNew && (
          <span className="news__dot">{<span className="visually-hidden">{t('inbox.isNew')}</span>}</span>
        )}
      </Link>
    </li>
  )
}
