/** Of the analyzer that writes `dist/custom-elements.json` from the docblocks of the tags. */
export default {
  globs: ['widget/pay-{element,form,status,button}.ts'],
  outdir: 'dist',
  packagejson: false,
  plugins: [
    { name: 'published', packageLinkPhase: ({ customElementsManifest }) => publish(customElementsManifest) },
  ],
};

const FILE = 'dist/tag/pay-form.js';

/** The file that is published, with the tags and what pages use of them. */
function publish(manifest) {
  const declarations = manifest.modules.flatMap((module) => module.declarations).filter((one) => one.tagName);
  manifest.modules = [
    {
      kind: 'javascript-module',
      path: FILE,
      declarations: declarations.map(tag),
      exports: declarations.flatMap(({ name, tagName }) => [
        { kind: 'js', name, declaration: { name, module: FILE } },
        { kind: 'custom-element-definition', name: tagName, declaration: { name, module: FILE } },
      ]),
    },
  ];
}

/** The names of what is not published: the analyzer has copied the members of the base class to the tags. */
const UNPUBLISHED = ['inheritedFrom', 'superclass'];

function tag(declaration) {
  const { events, members, ...rest } = JSON.parse(
    JSON.stringify(declaration, (key, value) => (UNPUBLISHED.includes(key) ? undefined : value)),
  );
  return {
    ...rest,
    events: events.map((event) => ({ ...event, type: { text: `PayEventMap['${event.name}']` } })),
    members: members.filter(isPublic),
  };
}

/** Neither protected, private or static, nor called by the browser or Lit. */
function isPublic({ name, privacy = 'public', static: isStatic }) {
  return privacy === 'public' && !isStatic && !name.endsWith('Callback');
}
