"""AI applications, language models with their service, and prompt templates: the client has models of them, but no paths."""

from checks import same, text
from kinds import ASSET
from life import Kind
from metadata.generated.schema.api.ai.createAIApplication import CreateAIApplicationRequest
from metadata.generated.schema.api.ai.createLLMModel import CreateLLMModelRequest
from metadata.generated.schema.api.ai.createPromptTemplate import CreatePromptTemplateRequest
from metadata.generated.schema.api.services.createLLMService import CreateLLMServiceRequest
from metadata.generated.schema.entity.ai.aiApplication import AIApplication
from metadata.generated.schema.entity.ai.llmModel import LLMModel
from metadata.generated.schema.entity.ai.promptTemplate import PromptTemplate
from metadata.generated.schema.entity.services.llmService import LLMService


def walk(life, begin):
    born = []
    request = CreateLLMServiceRequest(name="sdk.llm", serviceType="CustomLLM", description="Holds models")
    service = begin(life, Kind(LLMService, request, tags=True, followers=True, path="/services/llmServices"), born)
    request = CreatePromptTemplateRequest(name="sdk.prompt", templateContent="Answer {{question}}")
    prompt = begin(life, Kind(PromptTemplate, request, path="/promptTemplates", **ASSET), born)
    if service is None:
        return born
    request = CreateLLMModelRequest(name="sdk.model", baseModel="base", service=text(service.fullyQualifiedName))
    model = begin(life, Kind(LLMModel, request, path="/llmModels", **ASSET), born)
    if model is None or prompt is None:
        return born
    request = CreateAIApplicationRequest(
        name="sdk.assistant",
        applicationType="RAG",
        primaryModel=text(model.fullyQualifiedName),
        promptTemplates=[life.reference(prompt, "promptTemplate")],
    )
    application = begin(life, Kind(AIApplication, request, path="/aiApplications", **ASSET), born)
    with life.checks.step("AIApplication model and prompts"):
        found = life.client.get_by_id(AIApplication, application.id, fields=["primaryModel", "promptTemplates"])
        same(text(found.primaryModel.id), text(model.id))
        same([text(one.id) for one in found.promptTemplates.root], [text(prompt.id)])
    return born
