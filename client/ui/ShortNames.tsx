import { bidiIsolate } from '#protocol/text/bidiIsolate.ts'
import { hiddenNames, namesShown } from './names.ts'
import './ShortNames.css'

/** What `shortNames` says, in two lines at most: of long names the end is cut off, never how many more there are. */
export function ShortNames({ names }: { names: string[] }) {
  const shown = namesShown(names).map(bidiIsolate)
  const before = shown.slice(0, -1)
  const hidden = hiddenNames(names)
  return (
    <span className={`short-names ${before.length === 0 ? 'short-names--one' : ''}`} title={names.join(', ')}>
      {before.map(name => (
        <span className="short-names__name" key={name}>
          {`${name}, `}
        </span>
      ))}
      <span className="short-names__last">
        <span className="short-names__name">{shown.at(-1)}</span>
        {hidden !== '' && ' '}
        <span className="short-names__hidden">{hidden}</span>
      </span>
    </span>
  )
}
