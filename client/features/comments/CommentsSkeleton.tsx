import { Skeleton } from '#client/ui/ListStates.tsx'
import './commentsSkeleton.css'

/** Two comments while the thread loads. */
export function CommentsSkeleton() {
  return (
    <Skeleton className="comments-skeleton">
      <div className="comments-skeleton__comment" />
      <div className="comments-skeleton__comment" />
    </Skeleton>
  )
}
