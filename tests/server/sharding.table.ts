/**
 * The shard key of each collection, and why (decision 0043). Keys are hashed: numbers are assigned in order, so
 * ranges would send all new documents to one shard.
 */
export const shardKeys: Record<string, { key: string; why: string }> = {
  hubs: { key: 'hubNo', why: 'every change in a hub is one update' },
  shares: { key: 'hubNo', why: 'a hub is read and numbered as a whole' },
  comments: { key: 'hubNo', why: 'a thread is read as a whole, and a hub for its last comment' },
  empathies: { key: 'hubNo', why: 'read with the cards and threads of a hub' },
  threads: { key: 'noteNo', why: 'always read by hub and note; its unique index begins with the note' },
  commentReads: { key: 'userNo', why: 'always read by reader, hub and note' },
  noteReads: { key: 'noteNo', why: 'read with the note that was opened' },
  notes: {
    key: 'noteNo',
    why: 'opened, saved and shown on cards by number; lists of a topic ask all shards',
  },
  revisions: { key: 'noteNo', why: 'read and written with one note' },
  trash: { key: 'noteNo', why: 'trashed and restored by number' },
  topics: { key: 'subjectNo', why: 'counted with each created or deleted note' },
  news: { key: 'userNo', why: 'an inbox belongs to one user' },
  sessions: { key: 'tokenId', why: 'read by its token in almost every call' },
  acquaintances: { key: 'userNo', why: 'belongs to one user' },
  personBlocks: { key: 'userNo', why: 'belongs to one user' },
  devices: { key: 'userNo', why: 'belongs to one user' },
  duePushes: { key: 'userNo', why: 'belongs to one user' },
  pictureSpace: { key: 'ownerNo', why: 'belongs to one user' },
  notePictures: { key: 'pictureId', why: 'the largest collection; read by number' },
  pictures: { key: 'pictureId', why: 'read by number' },
}

/** Collections that stay on one shard: some gigabytes for a million users, or always small. */
export const whole: Record<string, string> = {
  users: 'e-mails, names and numbers are unique, which a router can only ensure for the key',
  passkeys: 'unique by the authenticator’s id, and read by user',
  passkeyChallenges: 'exists for minutes',
  invitations: 'unique by token, and by hub and creator',
  suggestions: 'one list for all, counted in order',
  suggestionCounts: 'one document for a thousand suggestions',
  opinionEmpathies: 'like the suggestions',
  counters: 'one document each',
  pending: 'almost always empty',
  notices: 'a few',
  reports: 'a few',
  deeds: 'a few',
  dailyCounts: 'a document a day, for a month',
  installation: 'one document',
}

/**
 * Queries that are scattered to all shards, and why that is acceptable. `collection by fields`, as `shapesOf` prints
 * them.
 */
export const scattered: Record<string, readonly string[]> = {
  'rarely: a data export reads all data of a user': [
    'comments find writerNo',
    'empathies find userNo',
    'noteReads find userNo',
    'notePictures find ownerNo',
    'shares find authorNo',
    'trash find authorNo',
  ],
  'a member’s hubs: an index entry for each, on any shard; the list is read once a visit': [
    'hubs find members.userNo',
    'hubs aggregate members.userNo',
    'hubs aggregate -',
    'hubs $unionWith members.userNo',
    'hubs find memberKey',
    'hubs aggregate makerNo',
    'hubs count -',
  ],
  'an owner’s sorted lists: each shard returns its first page, and the router merges them': [
    'notes find authorNo',
    'notes aggregate authorNo',
    'notes find subjectNo',
    'notes $lookup subjectNo',
    'notes count -',
    'topics find ownerNo',
    'topics aggregate ownerNo',
    'trash $lookup authorNo',
    'trash aggregate authorNo',
    'trash aggregate authorNo,subjectNo',
    'trash find authorNo,subjectNo',
  ],
  'own and shared notes, searched as one list: each shard returns its best matches': ['notes aggregate -'],
  'the few hubs in which a note is shared': ['shares find live,noteNo', 'shares $lookup live,noteNo'],
  'a comment by its number: add its hub, which the caller knows, before sharding': [
    'comments $lookup commentNo',
    'comments find commentNo',
    'comments findAndModify commentNo',
    'comments bulkWrite commentNo',
  ],
  'on a deletion: the inboxes of all recipients': [
    'news find gone,hubNo,noteNo',
    'news delete gone,hubNo,noteNo',
    'news update commentNos,hubNo,noteNo',
    'news update hubNo,noteNo',
    'news update suggestionNo',
  ],
  'a user’s sessions, at sign-in and where they are listed or ended': [
    'sessions find userNo',
    'sessions aggregate userNo',
  ],
  'once: an account deletion deletes all data of a user': [
    'acquaintances delete -',
    'commentReads delete noteNo',
    'comments delete noteNo',
    'comments update mentionedNos',
    'empathies delete noteNo',
    'hubs update -',
    'hubs update makerNo',
    'news delete noteNo',
    'notePictures delete ownerNo',
    'noteReads delete userNo',
    'notes delete authorNo',
    'personBlocks delete -',
    'pictures delete userNo',
    'revisions delete authorNo',
    'topics delete ownerNo',
    'trash delete authorNo',
  ],
  'once for each push subscription: no other session may have its address': ['sessions update push.endpoint'],
  'the users who have blocked a user': ['personBlocks find blockedNo', 'personBlocks $lookup blockedNo'],
}

/** Unique indexes that do not begin with the shard key, and what must change before sharding. */
export const uniqueOtherwise: Record<string, string> = {
  'hubs uniqueKey': 'move into a separate collection: it identifies the hub of a set of members',
  'comments commentNo': 'the counter never assigns a number twice, so the index need not be unique',
  'comments writerNo,hubNo,noteNo,requestKey': 'begin with hubNo',
  'notes authorNo,requestKey': 'move into a separate collection: it identifies a note that is sent twice',
  'notePictures ownerNo,requestKey': 'likewise',
}
