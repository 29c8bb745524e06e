/** Words of a question that do not describe what is searched for. English, lower case. Pure data. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Ignored in any query of several words. */
export const FUNCTION_WORDS = words(`
  a an the this that these those of in on at by for from to with into about as per via and or but
  is are was were be been being am do does did has have had having can could should would will
  i we you they he she my our your their its me them which what where who whose whom how when why there
  any all every each some many much if`);

/** Begin a question, whatever follows. */
export const QUESTION_WORDS = words('which what where who whose whom how when why');

/** Begin a request when followed by one of the second words. */
export const REQUEST_OPENINGS: readonly (readonly [first: ReadonlySet<string>, second: ReadonlySet<string>])[] = [
  [
    words('show find give get list tell fetch search look looking display bring'),
    words('me us all every everything any anything the a an our some for up out'),
  ],
  [words('is are was were'), words('there any the we our all they it these those')],
  [
    words('do does did can could should would will'),
    words('we i you they anyone anybody someone there it the any our'),
  ],
  [words('i we'), words('need want look am are would have keep store search like seek')],
  [words('need want'), words('a an the all any some to')],
];

/** Words before a request. */
export const COURTESY = words('please hi hello hey ok so and');

/** Verbs and nouns that frame a request: which tables *hold*, *find* *data* about. */
export const FRAME_WORDS = words(`
  hold holds holding held contain contains containing contained keep keeps keeping kept stored storing
  find finding found get gets look looking search searching need needs want wants show shows showing shown
  give tell know see seek like live lives located exist exists include includes including included
  related relating regarding concerning called named used using data information info details
  something anything everything stuff things us it please up out`);

/** Frame a request only after their subject, as in `we store` and `tables record`; names elsewhere. */
export const FRAME_VERBS = words(
  'store stores record records track tracks list lists report reports use uses log logs document documents save saves',
);

/** Subjects of those verbs, besides the name of a type. */
export const SUBJECTS = words('i we you they it that which who to do does did can');

/**
 * Types that are hardly ever part of a name, so that they also count as a type at the end of a request: `where is the
 * order table`.
 */
export const TRAILING_TYPE_WORDS = words('table dataset column dashboard chart pipeline schema database');
